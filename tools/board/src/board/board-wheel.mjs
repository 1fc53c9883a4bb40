// The mouse wheel.

const STEP = 50; // pixels
const LINE = 20;

/** Calls onStep(1) or onStep(-1) when the wheel is turned over an element, down or up. */
export function listenToWheel(element, onStep) {
    let moved = 0;
    element.addEventListener('wheel', event => {
        if (event.ctrlKey)
            return; // The page is made larger or smaller.
        event.preventDefault();
        moved += event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : LINE);
        if (Math.abs(moved) < STEP)
            return;
        onStep(Math.sign(moved));
        moved = 0;
    }, { passive: false });
}
