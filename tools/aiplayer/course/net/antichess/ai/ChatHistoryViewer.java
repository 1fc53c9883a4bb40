package net.antichess.ai;

/** What it offers is not known, and we ask nothing of it; see {@link AiPlayerFactory}. */
public interface ChatHistoryViewer {}
