import { ChangeDetectionStrategy, Component } from '@angular/core';
import { MEMORY_PATH } from '#contract/names';

@Component({
  selector: 'tl-root',
  template: `<h1>Throughline</h1>
    <p>{{ path }}</p>`,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class App {
  protected readonly path = MEMORY_PATH;
}
