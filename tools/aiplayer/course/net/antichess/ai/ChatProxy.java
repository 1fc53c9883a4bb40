package net.antichess.ai;

/**
 * As far as is known of the course's type; see {@link AiPlayerFactory}. Whether that is a class or
 * an interface is not known: compiled code that must work with both calls it by reflection.
 */
public interface ChatProxy {
    void sendChat(String message);
}
