// What is drawn at most once a frame.

/**
 * Returns a function that schedules update() for the next frame; calls before that frame schedule
 * nothing more. nextFrame(f) calls f when the page is drawn next.
 */
export function oncePerFrame(update, nextFrame = f => requestAnimationFrame(f)) {
    let isDue = false;
    return () => {
        if (isDue)
            return;
        isDue = true;
        nextFrame(() => {
            isDue = false;
            update();
        });
    };
}
