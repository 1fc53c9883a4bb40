package net.antichess.ai;

/**
 * The course's type as far as it is known; see {@link AiPlayerFactory}. Callers use reflection,
 * since the course's own may be a class or an interface.
 */
public interface ChatProxy {
    /** Sends a line of chat to the opponent. */
    void sendChat(String message);
}
