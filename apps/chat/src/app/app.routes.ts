import type { Routes, UrlMatcher } from '@angular/router';
import { UrlSegment } from '@angular/router';

import { ChatPage } from './chat/chat-page';

/**
 * `/` and `/c/:threadId` are one route, so that the first message moves the address without
 * building the page anew.
 */
const conversation: UrlMatcher = (segments) => {
  const [first, threadId, ...rest] = segments;
  if (first === undefined) return { consumed: [] };
  if (first.path !== 'c' || threadId === undefined || rest.length > 0) return null;
  return { consumed: segments, posParams: { threadId: new UrlSegment(threadId.path, {}) } };
};

export const routes: Routes = [
  { matcher: conversation, component: ChatPage },
  {
    path: 'research',
    loadComponent: async () => (await import('./research/research-page')).ResearchPage,
  },
  { path: '**', redirectTo: '' },
];
