package net.antichess.ai;

/** Its methods are unknown, and we need none of them; see {@link AiPlayerFactory}. */
public interface ChatHistoryViewer {}
