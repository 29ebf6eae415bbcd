import { isBoolean, isString, nullOr, oneOf, shapeOf } from './shape.ts';

/** The model behind a server, as far as its settings tell. */
export interface ModelView {
  /** `demo`: the rule-based model that answers without a key. */
  readonly kind: 'demo' | 'openai';
  readonly name: string;
  /** Whether it is known to take images. */
  readonly images: boolean;
}

/** What `GET /api/info` of a server of ours tells beside the Agent Server's own fields. */
export interface ServerInfoView {
  readonly model: ModelView;
  /** A random name of the process. */
  readonly instance: string;
  /** Name of the client's build that is served now; null while there is none. */
  readonly client_build: string | null;
}

/** Another Agent Server tells none of this. */
export const isServerInfo = shapeOf<ServerInfoView>({
  model: shapeOf<ModelView>({
    kind: oneOf(['demo', 'openai']),
    name: isString,
    images: isBoolean,
  }),
  instance: isString,
  client_build: nullOr(isString),
});
