import { DestroyRef, DOCUMENT, inject, Injectable, signal } from '@angular/core';

import { TransportError } from '../../transport/transport-error';
import { TRANSPORT } from '../../transport/transport-token';
import { onGlance } from '../../ui/page-life';

/** Whether the server serves another build of the client than the one this page is of. */
@Injectable({ providedIn: 'root' })
export class NewerBuild {
  readonly #transport = inject(TRANSPORT);
  readonly #own = inject(DOCUMENT).querySelector<HTMLMetaElement>('meta[name="client-build"]')
    ?.content;
  readonly #isThere = signal(false);
  readonly isThere = this.#isThere.asReadonly();

  constructor() {
    // A page that does not know what it is of cannot be older than another.
    if (this.#own === undefined) return;
    const stop = onGlance(() => void this.#look());
    inject(DestroyRef).onDestroy(stop);
  }

  async #look(): Promise<void> {
    try {
      const { clientBuild } = await this.#transport.readServerInfo();
      if (clientBuild !== undefined) this.#isThere.set(clientBuild !== this.#own);
    } catch (error) {
      // A server that is gone is told by what needed it; which build it has is not known then.
      if (!(error instanceof TransportError)) throw error;
    }
  }
}
