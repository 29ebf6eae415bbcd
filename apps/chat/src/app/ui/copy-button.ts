import { Clipboard } from '@angular/cdk/clipboard';
import {
  ChangeDetectionStrategy,
  Component,
  computed,
  DestroyRef,
  inject,
  input,
  signal,
} from '@angular/core';

import { SpokenNotice } from './spoken-notice';

/** How long a button says what it has done, in milliseconds. */
const SAYS_SO_MS = 2_000;

/** Copies a text as it is; says so on the button, and aloud once. */
@Component({
  selector: 'tl-copy-button',
  template: `
    <button
      class="icon-button copy-button"
      type="button"
      [attr.aria-label]="what()"
      [title]="what()"
      [class.problem]="outcome() === 'failed'"
      (click)="copy()"
    >
      <svg aria-hidden="true" class="icon"><use [attr.href]="icon()" /></svg>
    </button>
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class CopyButton {
  readonly text = input.required<string>();
  /** The button's name, such as “Copy code”. */
  readonly what = input.required<string>();

  readonly #clipboard = inject(Clipboard);
  readonly #notice = inject(SpokenNotice);
  protected readonly outcome = signal<'copied' | 'failed' | undefined>(undefined);
  protected readonly icon = computed(() => {
    const outcome = this.outcome();
    if (outcome === undefined) return 'icons.svg#copy';
    return outcome === 'copied' ? 'icons.svg#check' : 'icons.svg#alert';
  });
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    inject(DestroyRef).onDestroy(() => clearTimeout(this.#timer));
  }

  protected async copy(): Promise<void> {
    const copied = await this.#write(this.text());
    this.outcome.set(copied ? 'copied' : 'failed');
    this.#notice.say(copied ? $localize`Copied` : $localize`Could not be copied`);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.outcome.set(undefined), SAYS_SO_MS);
  }

  /** Over plain http on a network, browsers have no clipboard but the old way of copying. */
  async #write(text: string): Promise<boolean> {
    if (!window.isSecureContext) return this.#clipboard.copy(text);
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // Refused by a permission: the old way asks for none.
      return this.#clipboard.copy(text);
    }
  }
}
