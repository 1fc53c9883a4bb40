// The dialog for the looks of the page and its sounds. What is chosen is there at once.
import { CHOICES } from './appearance.mjs';

/** dialog: has a form with <select>s theme, board and pieces, and a checkbox sounds. */
export function fillAppearanceDialog(dialog, appearance, sounds) {
    const { elements } = dialog.querySelector('form');
    for (const [name, choices] of Object.entries(CHOICES)) {
        const field = elements[name];
        field.append(...choices.map(([value, title]) => new Option(title, value)));
        field.value = appearance[name];
        field.addEventListener('change', () => appearance.set({ [name]: field.value }));
    }
    elements.sounds.checked = sounds.isOn;
    elements.sounds.addEventListener('change', ({ target }) => {
        sounds.isOn = target.checked;
    });
}
