// Creates and connects the parts of the analysis mode, and defines its keys.
import { byId } from '../dom.mjs';
import { TurnActions } from '../moves/turn-actions.mjs';
import { AnalysisView } from './analysis-view.mjs';
import { Analysis, MAX_LINES } from './analysis.mjs';
import { LinesView } from './lines-view.mjs';
import { ReviewView } from './review-view.mjs';

// Restores whether the engine is on and how many lines it shows, and stores their changes.
function keepSwitches(analysis, store) {
    const { isOn, lineCount } = store.read('analysis') ?? {};
    if (lineCount >= 1 && lineCount <= MAX_LINES)
        analysis.setLineCount(Math.trunc(lineCount));
    analysis.setOn(isOn === true);
    let kept = '';
    analysis.addEventListener('change', () => {
        const switches = { isOn: analysis.isOn, lineCount: analysis.lineCount };
        if (JSON.stringify(switches) !== kept)
            store.write('analysis', switches);
        kept = JSON.stringify(switches);
    });
}

/** Creates the parts of the analysis. The result is for analysisKeys(). */
export function makeAnalysis(view, { service, board, store }) {
    const analysis = new Analysis(view, service);
    keepSwitches(analysis, store);
    document.addEventListener('visibilitychange', () => analysis.setAsleep(document.hidden));
    const panel = new AnalysisView({
        power: byId('engine-power'),
        score: byId('score'),
        facts: byId('engine-facts'),
        count: byId('line-count'),
        bar: byId('score-bar'),
    }, view, analysis, board);
    new LinesView({ list: byId('lines'), preview: byId('line-preview') }, view, analysis);
    new ReviewView({
        graph: byId('graph'),
        judgement: byId('judgement'),
        summary: byId('review-summary'),
        start: byId('review-start'),
        progress: byId('review-progress'),
        left: byId('review-left'),
    }, view, analysis);
    const variations = new TurnActions(
        { element: byId('variations'), dialog: byId('comment') }, view);
    return { analysis, panel, variations };
}

// The alternative to a node's turn that is `step` places after it; undefined if there is none.
function sibling(node, step) {
    const others = node.parent?.children ?? [];
    return others[others.indexOf(node) + step];
}

/** The keys of the analysis; see bindKeys(). */
export function analysisKeys(view, { analysis, panel, variations }) {
    const inAnalysis = run => () => (view.mode === 'analysis' ? run() : false);
    const goBeside = step => inAnalysis(() => {
        const node = sibling(view.node, step);
        return node ? view.goTo(node) : false;
    });
    return [
        { keys: ['ArrowUp'], names: '↑', text: 'analysis: the variation before',
          run: goBeside(-1) },
        { keys: ['ArrowDown'], names: '↓', text: 'analysis: the next variation',
          run: goBeside(1) },
        { keys: [' '], names: 'Space', text: 'analysis: start the engine; then play its best turn',
          run: inAnalysis(() => panel.playBest()) },
        { keys: ['l'], names: 'l', text: 'analysis: switch the engine on or off',
          run: inAnalysis(() => analysis.setOn(!analysis.isOn)) },
        { keys: ['c'], names: 'c', text: 'analysis: comment on the turn',
          run: inAnalysis(() => variations.comment()) },
    ];
}
