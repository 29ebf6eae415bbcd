import {
  ChangeDetectionStrategy,
  Component,
  computed,
  DestroyRef,
  inject,
  input,
  signal,
  type OnInit,
} from '@angular/core';
import { RouterLink } from '@angular/router';

import type { ResearchView } from '#contract/research-api';

import { isGone, problemOf, RESEARCH_API } from './data/research-api';

/** Until a record that is being worked at is read again, in milliseconds. */
const LOOK_AGAIN_MS = 1000;
/** How many statements are shown; the page has all. */
const SHOWN = 3;

/** Research in a chat. It is read from its record each time: what is deleted there is gone here. */
@Component({
  selector: 'tl-research-card',
  imports: [RouterLink],
  template: `
    <section class="research-card" i18n-aria-label aria-label="Research">
      @if (view(); as research) {
        <p class="research-card-title">
          <a routerLink="/research" [queryParams]="{ session: id() }">{{ research.question }}</a>
        </p>
        <p class="note" role="status">{{ words() }}</p>
        @for (each of shown(); track $index) {
          <p>{{ each.statement }}</p>
        }
      } @else {
        <p class="note" role="status">{{ problem() }}</p>
      }
    </section>
  `,
  styles: `
    .research-card {
      display: grid;
      gap: 0.5rem;
      margin-block: 0.75rem;
      padding: 0.75rem 1rem;
      border: 1px solid var(--line);
      border-radius: var(--radius-3);
      background: var(--raised);
      overflow-wrap: anywhere;
    }

    .research-card-title a {
      color: var(--accent);
      font: var(--type-title);
    }
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class ResearchCard implements OnInit {
  readonly id = input.required<string>();
  readonly #api = inject(RESEARCH_API);
  protected readonly view = signal<ResearchView | undefined>(undefined);
  protected readonly problem = signal('');
  #timer: ReturnType<typeof setTimeout> | undefined;

  protected readonly shown = computed(() => this.view()?.record.verified.slice(0, SHOWN) ?? []);
  protected readonly words = computed(() => {
    const view = this.view();
    if (view?.done !== true)
      return view?.running === true
        ? $localize`Research is at work.`
        : $localize`Research was put down. Open it to resume.`;
    const { verified } = view.record;
    const supported = verified.filter((each) => each.supported).length;
    return $localize`${supported}:supported: of ${verified.length}:all: statements have verified quotations.`;
  });

  constructor() {
    inject(DestroyRef).onDestroy(() => clearTimeout(this.#timer));
  }

  ngOnInit(): void {
    void this.#read();
  }

  async #read(): Promise<void> {
    try {
      const view = await this.#api.read(this.id());
      this.view.set(view);
      if (view.running) this.#timer = setTimeout(() => void this.#read(), LOOK_AGAIN_MS);
    } catch (error) {
      this.view.set(undefined);
      this.problem.set(isGone(error) ? $localize`This research was deleted.` : problemOf(error));
    }
  }
}
