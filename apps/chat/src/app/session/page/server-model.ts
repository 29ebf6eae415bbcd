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

  #asking: Promise<void>;

  constructor() {
    this.#asking = this.#read();
  }

  /** Which model answers, once that is known. A server that could not be reached is asked again. */
  async ask(): Promise<ServerInfo['model']> {
    await this.#asking;
    if (this.#unreachable()) this.#asking = this.#read();
    await this.#asking;
    return this.#model();
  }

  async #read(): Promise<void> {
    try {
      const { model } = await this.#transport.readServerInfo();
      this.#model.set(model);
      this.#unreachable.set(false);
    } catch {
      // Told in words by whoever shows the model; nothing else depends on it.
      this.#unreachable.set(true);
    }
  }
}
