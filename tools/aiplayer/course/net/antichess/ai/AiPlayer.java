package net.antichess.ai;

/** As far as is known of the course's interface; see {@link AiPlayerFactory}. */
public interface AiPlayer {
    String getMove(String opponentMove, long timeLeft, long opponentTimeLeft);

    byte[] getPersistentState();
}
