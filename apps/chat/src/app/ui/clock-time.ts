import { ChangeDetectionStrategy, Component, computed, input } from '@angular/core';

import { PAGE_LOCALE } from './page-locale';

const clock = new Intl.DateTimeFormat(PAGE_LOCALE, { timeStyle: 'medium' });
const calendar = new Intl.DateTimeFormat(PAGE_LOCALE, { dateStyle: 'medium', timeStyle: 'medium' });

/** A moment by the person's own clock; with its date when that is another day. */
@Component({
  selector: 'tl-clock-time',
  template: `<time [attr.datetime]="moment().toISOString()">{{ text() }}</time>`,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class ClockTime {
  readonly moment = input.required<Date>();
  protected readonly text = computed(() => {
    const today = this.moment().toDateString() === new Date().toDateString();
    return (today ? clock : calendar).format(this.moment());
  });
}
