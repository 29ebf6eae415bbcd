import { ChangeDetectionStrategy, Component, input, output, signal } from '@angular/core';

/** A button that rejects what was asked, and a place to say why. */
@Component({
  selector: 'tl-rejection',
  template: `
    <button class="button" type="button" [disabled]="disabled()" (click)="tell()" i18n>
      Reject
    </button>
    @if (mayGiveReason()) {
      <input
        #why
        class="memory-input"
        autocomplete="off"
        aria-label="Why not, if you reject it"
        i18n-aria-label
        placeholder="Why not (optional)"
        i18n-placeholder
        [value]="reason()"
        (input)="reason.set(why.value)"
      />
    }
  `,
  host: { class: 'rejection' },
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class Rejection {
  readonly disabled = input.required<boolean>();
  readonly mayGiveReason = input(true);
  /** Rejected, with the reason where one was given. */
  readonly rejected = output<{ readonly type: 'reject'; readonly message?: string }>();

  protected readonly reason = signal('');

  protected tell(): void {
    const message = this.reason().trim();
    this.rejected.emit(message === '' ? { type: 'reject' } : { type: 'reject', message });
  }
}
