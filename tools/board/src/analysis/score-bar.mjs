// The score of the position shown, as a bar beside the board: the light part is White's.
import { heightOf, scoreText } from './evaluation.mjs';

export class ScoreBar {
    #element;
    #light;

    /** element: an empty one. */
    constructor(element) {
        this.#element = element;
        this.#light = document.createElement('div');
        element.setAttribute('role', 'meter');
        element.setAttribute('aria-label', 'Score');
        element.setAttribute('aria-valuemin', '-1');
        element.setAttribute('aria-valuemax', '1');
        element.append(this.#light);
    }

    /** score: as in evaluation.mjs; orientation: the colour at the bottom. */
    show(score, orientation) {
        const height = score ? heightOf(score) : 0;
        this.#element.dataset.orientation = orientation;
        this.#element.classList.toggle('unknown', !score);
        this.#element.setAttribute('aria-valuenow', height.toFixed(2));
        this.#element.setAttribute('aria-valuetext', scoreText(score));
        this.#element.title = `Score: ${scoreText(score)}`;
        this.#light.style.setProperty('--part', `${50 + 50 * height}%`);
    }
}
