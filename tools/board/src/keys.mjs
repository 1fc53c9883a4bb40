// The keyboard, and the page that explains it.
import { createElement } from './dom.mjs';

// In Chromium an element of a dialog keeps the focus for a moment after the dialog has been closed.
const isShown = element => element.getClientRects().length > 0;

const isTyping = target => isShown(target)
    && target.closest('input, select, textarea, [contenteditable], dialog') !== null;

/**
 * actions: [{ keys: ['ArrowLeft'], names: '←', text: 'one turn back', run }]. run() may return
 * false, which leaves the key to the browser. hasLetters(): whether keys that type a character
 * count.
 */
export function bindKeys(actions, hasLetters) {
    document.addEventListener('keydown', event => {
        if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey
                || isTyping(event.target))
            return;
        // Space and Enter press the button that has the focus.
        if ((event.key === ' ' || event.key === 'Enter') && event.target.closest('button, a'))
            return;
        const action = actions.find(({ keys }) => keys.includes(event.key));
        if (event.key.length === 1 && !hasLetters())
            return;
        if (action && action.run() !== false)
            event.preventDefault();
    });
}

/** Fills a <dl> with what each key does. */
export function explainKeys(list, actions) {
    for (const { names, text } of actions) {
        const caps = names.split(' ').flatMap(key => [createElement('kbd', {}, key), ' ']);
        list.append(createElement('dt', {}, ...caps), createElement('dd', {}, text));
    }
}
