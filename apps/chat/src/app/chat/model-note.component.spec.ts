import { TestBed } from '@angular/core/testing';
import { describe, expect, it } from 'vitest';

import { FakeTransport } from '../transport/testing/fake-transport';
import { TRANSPORT } from '../transport/transport-token';
import { ModelNote } from './model-note';

describe('the note on the model', () => {
  it('names what answers, and says one click deeper how to use a real model', async () => {
    TestBed.configureTestingModule({
      providers: [{ provide: TRANSPORT, useValue: new FakeTransport() }],
    });
    const fixture = TestBed.createComponent(ModelNote);
    await fixture.whenStable();
    const element = fixture.nativeElement as HTMLElement;
    expect(element.querySelector('button')?.textContent.trim()).toBe('Built-in demo');
    const note = element.querySelector<HTMLElement>('[popover]');
    expect(note?.textContent).toMatch(/no language model.*OPENAI_API_KEY/s);
    expect(note?.matches(':popover-open')).toBe(false);
    element.querySelector('button')?.click();
    expect(note?.matches(':popover-open')).toBe(true);
  });
});
