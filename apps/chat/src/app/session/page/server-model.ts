import { inject, Injectable, signal } from '@angular/core';

import type { ServerInfo } from '../../transport/transport';
import { TRANSPORT } from '../../transport/transport-token';

/** Which model answers, as far as the server has said. */
@Injectable({ providedIn: 'root' })
export class ServerModel {
  readonly #transport = inject(TRANSPORT);
  readonly #model = signal<ServerInfo['model']>(undefined);
  readonly model = this.#model.asReadonly();
  readonly #unreachable = signal(false);
  /** Whether asking the server failed. */
  readonly unreachable = this.#unreachable.asReadonly();

  constructor() {
    void this.#read();
  }

  async #read(): Promise<void> {
    try {
      const { model } = await this.#transport.readServerInfo();
      this.#model.set(model);
    } catch {
      // Told in words by whoever shows the model; nothing else depends on it.
      this.#unreachable.set(true);
    }
  }
}
