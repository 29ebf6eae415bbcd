import { TestBed } from '@angular/core/testing';
import { provideRouter, Router, withComponentInputBinding } from '@angular/router';
import { RouterTestingHarness } from '@angular/router/testing';

import { SCOPE_STORAGE_KEY } from '#contract/names';

import { routes } from '../../app.routes';
import { FakeConversations } from '../../conversations/data/testing/fake-conversations';
import { CONVERSATIONS_API } from '../../conversations/data/http-conversations-api';
import { createBrowserScope } from '../../scope/browser-scope';
import { BROWSER_SCOPE } from '../../scope/scope';
import { KEPT_DRAFTS } from '../../session/page/draft-keeper';
import { draftsOfOnePage } from '../../session/draft/testing/fake-storage';
import { TRANSPORT } from '../../transport/transport-token';
import { FakeTransport } from '../../transport/testing/fake-transport';

/** The identity that the storage of the page holds. */
export const SCOPE = '6f2c1d9e-4b7a-4c3d-9e1f-0a2b3c4d5e6f';

/** The whole page at an address, on an in-process server and a storage that holds an identity. */
export async function openPage(
  url = '/',
  prepare: (transport: FakeTransport) => void = () => undefined,
  drafts = draftsOfOnePage(),
) {
  const transport = new FakeTransport();
  prepare(transport);
  const values = new Map([[SCOPE_STORAGE_KEY, SCOPE]]);
  const storage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  };
  TestBed.configureTestingModule({
    providers: [
      provideRouter(routes, withComponentInputBinding()),
      { provide: KEPT_DRAFTS, useValue: drafts },
      { provide: TRANSPORT, useValue: transport },
      { provide: CONVERSATIONS_API, useValue: new FakeConversations() },
      {
        provide: BROWSER_SCOPE,
        useFactory: () => createBrowserScope({ openStorage: () => storage, createId: undefined }),
      },
    ],
  });
  const harness = await RouterTestingHarness.create(url);
  const page = harness.routeNativeElement;
  if (page === null) throw new Error('no page');
  return { page, transport, values, router: TestBed.inject(Router) };
}
