// The score of the position shown, as a bar beside the board: the light part is White's.
import { createElement } from '../dom.mjs';
import { heightOf, scoreText } from './evaluation.mjs';

export class ScoreBar {
    #element;
    #light;

    /** element: an empty one. */
    constructor(element) {
        this.#element = element;
        this.#light = createElement('div');
        Object.assign(element, { role: 'meter', ariaLabel: 'Score', ariaValueMin: '-1', ariaValueMax: '1' });
        element.append(this.#light);
    }

    /** score: as in evaluation.mjs; orientation: the colour at the bottom. */
    show(score, orientation) {
        const height = score ? heightOf(score) : 0;
        this.#element.dataset.orientation = orientation;
        this.#element.classList.toggle('unknown', !score);
        Object.assign(this.#element, { ariaValueNow: height.toFixed(2), ariaValueText: scoreText(score),
                                       title: `Score: ${scoreText(score)}` });
        this.#light.style.setProperty('--part', `${50 + 50 * height}%`);
    }
}
