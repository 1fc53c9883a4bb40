package net.antichess.ai;

/** The course's interface as far as it is known; see {@link AiPlayerFactory}. */
public interface AiPlayer {
    /** Returns the player's turn in reply to the opponent's; times are in milliseconds. */
    String getMove(String opponentMove, long timeLeft, long opponentTimeLeft);

    /** Returns what the player wants to remember for its next game. */
    byte[] getPersistentState();
}
