import { ChangeDetectionStrategy, Component, computed, input } from '@angular/core';

import type { ThreadWork, Todo } from '../session/state/thread-work';
import { ThreadFileView } from './thread-file-view';

/** The agent's plan and the conversation's files: a line each, whole when opened. */
@Component({
  selector: 'tl-thread-work',
  imports: [ThreadFileView],
  template: `
    <section class="work" aria-label="Plan and files" i18n-aria-label>
      @if (work().todos.length > 0) {
        <details class="work-part">
          <summary>
            <span class="work-name" i18n>Plan</span>
            <span class="work-summary">{{ progress() }}</span>
          </summary>
          <ul class="todos" aria-label="Plan" i18n-aria-label>
            @for (todo of work().todos; track $index) {
              <li class="todo" [attr.data-status]="todo.status">
                <span class="todo-status">{{ statusWords(todo) }}</span>
                <span class="todo-text">{{ todo.text }}</span>
              </li>
            }
          </ul>
        </details>
      }
      @if (work().files.length > 0) {
        <details class="work-part">
          <summary>
            <span class="work-name" i18n>Files</span>
            <span class="work-summary">{{ fileNames() }}</span>
          </summary>
          <p class="note" i18n>
            Files of this conversation alone. They go when it is deleted; the memory is none of
            them.
          </p>
          <ul class="files" aria-label="Files" i18n-aria-label>
            @for (file of work().files; track file.path) {
              <li><tl-thread-file [file]="file" /></li>
            }
          </ul>
        </details>
      }
    </section>
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class ThreadWorkView {
  readonly work = input.required<ThreadWork>();

  protected readonly progress = computed(() => {
    const { todos } = this.work();
    const done = todos.filter(({ status }) => status === 'completed').length;
    const current = todos.find(({ status }) => status === 'in_progress')?.text ?? '';
    const count = $localize`${done}:done: of ${todos.length}:all: done`;
    return current === '' ? count : `${count} · ${current}`;
  });
  protected readonly fileNames = computed(() =>
    this.work()
      .files.map(({ path }) => path)
      .join(', '),
  );

  protected statusWords({ status }: Todo): string {
    switch (status) {
      case 'completed':
        return $localize`done`;
      case 'in_progress':
        return $localize`in progress`;
      case 'pending':
        return $localize`to do`;
    }
  }
}
