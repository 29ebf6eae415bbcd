import { inject, InjectionToken } from '@angular/core';

import { BROWSER_SCOPE } from '../scope/scope';
import { SdkTransport } from './sdk-transport';
import type { Transport } from './transport';

/** The road to the server that serves this page. */
export const TRANSPORT = new InjectionToken<Transport>('transport', {
  providedIn: 'root',
  factory: () => new SdkTransport(window.location.origin, inject(BROWSER_SCOPE)),
});
