import { LitElement, css, html } from 'lit';
import { JsonRpc } from 'jsonrpc';
import '@vaadin/button';
import '@vaadin/text-field';

/** The card of a graph: statistics, progress of indexing, and a question. */
export class QwcTernGraph extends LitElement {
    static styles = css`
        :host { display: flex; flex-direction: column; gap: 1em; padding: 1em; }
        .ask { display: flex; gap: 1em; }
        vaadin-text-field { flex: 1; }
        pre { white-space: pre-wrap; }
    `;

    static properties = {
        _summary: { state: true },
        _question: { state: true },
        _answer: { state: true },
    };

    jsonRpc = new JsonRpc(this);

    constructor() {
        super();
        this._summary = '';
        this._question = '';
        this._answer = '';
    }

    connectedCallback() {
        super.connectedCallback();
        this._refresh();
    }

    render() {
        return html`
            <pre>${this._summary}</pre>
            <div class="ask">
                <vaadin-text-field label="Question" .value=${this._question}
                    @value-changed=${(event) => { this._question = event.detail.value; }}></vaadin-text-field>
                <vaadin-button @click=${this._ask}>Ask</vaadin-button>
                <vaadin-button @click=${this._read}>Read the documents again</vaadin-button>
            </div>
            <pre>${this._answer}</pre>
        `;
    }

    _refresh() {
        this.jsonRpc.summary().then((reply) => { this._summary = reply.result; });
    }

    _ask() {
        this._answer = '…';
        this.jsonRpc.ask({ question: this._question }).then(
            (reply) => { this._answer = reply.result; },
            (failure) => { this._answer = failure.error?.message ?? String(failure); });
    }

    _read() {
        this.jsonRpc.readDocuments().then(() => this._refresh());
    }
}

customElements.define('qwc-tern-graph', QwcTernGraph);
