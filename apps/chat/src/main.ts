import { mergeApplicationConfig } from '@angular/core';
import { bootstrapApplication } from '@angular/platform-browser';

import { App } from './app/app';
import { appConfig } from './app/app.config';
import { capturePageScope } from './app/scope/page-scope';
import { BROWSER_SCOPE } from './app/scope/scope';

capturePageScope()
  .then((scope) =>
    bootstrapApplication(
      App,
      mergeApplicationConfig(appConfig, {
        providers: [{ provide: BROWSER_SCOPE, useValue: scope }],
      }),
    ),
  )
  .catch((error: unknown) => console.error(error));
