import { TestBed } from '@angular/core/testing';
import { describe, expect, it } from 'vitest';

import { TransportTwin } from '../transport/testing/transport-twin';
import { TRANSPORT } from '../transport/transport-token';
import { ModelNote } from './model-note';

async function noteSaying(brief: boolean): Promise<string> {
  TestBed.configureTestingModule({
    providers: [{ provide: TRANSPORT, useValue: new TransportTwin() }],
  });
  const fixture = TestBed.createComponent(ModelNote);
  fixture.componentRef.setInput('brief', brief);
  await fixture.whenStable();
  return (fixture.nativeElement as HTMLElement).textContent;
}

describe('the note on the model', () => {
  it('says that the demo answers, and how to use a real model', async () => {
    const text = await noteSaying(false);
    expect(text).toContain('demo answers');
    expect(text).toContain('OPENAI_API_KEY');
  });

  it('says in brief that no language model answers, without the how', async () => {
    const text = await noteSaying(true);
    expect(text).toContain('no language model');
    expect(text).not.toContain('OPENAI_API_KEY');
  });
});
