import { Hono, type Context } from 'hono';
import { z } from 'zod';

import { isObject } from '#contract/shape';

import type { AppParts } from '../app-parts.ts';
import { readQuery } from '../http/body.ts';
import type { HttpApp, HttpEnv } from '../http/http-env.ts';
import { HttpError } from '../http/http-error.ts';
import { toWire } from '../events/wire.ts';
import { graphFor } from './graph-factories.ts';
import { graphSchemas } from './graph-schemas.ts';
import type { ServedGraph } from './graphs.ts';
import { requireAssistant } from './require-assistant.ts';

const depth = z.coerce.number().int().min(0).max(16);
const graphQuery = z.object({ xray: z.union([z.stringbool(), depth]).optional() });
const subgraphsQuery = z.object({ recurse: z.stringbool().default(false) });

/** What an assistant's graph is made of: its nodes, its schemas and its subgraphs. */
export function describeRoutes({ assistants, authorizer, graphs }: AppParts): HttpApp {
  const graphOf = async (c: Context<HttpEnv, '/:assistant_id'>) => {
    const id = c.req.param('assistant_id');
    await authorizer.authorize(c.var.owner, 'assistants:read', { assistant_id: id });
    const { graph_id, config } = await requireAssistant(assistants, c.var.owner, id);
    const served = graphs.get(graph_id);
    if (served === undefined)
      throw new HttpError('not-found', 'This server no longer runs the graph of this assistant.');
    const { configurable } = config;
    const graph = await graphFor(served, {
      configurable: isObject(configurable) ? configurable : {},
    });
    return { graph, graph_id };
  };
  const subgraphs = async (graph: ServedGraph, namespace: string | undefined, recurse: boolean) => {
    const found: [string, unknown][] = [];
    for await (const [name, subgraph] of graph.getSubgraphsAsync(namespace, recurse)) {
      const { state, input, output, config } = graphSchemas(subgraph);
      found.push([name, { state, input, output, config }]);
    }
    return Object.fromEntries(found);
  };

  const api: HttpApp = new Hono<HttpEnv>();
  api.get('/:assistant_id/graph', async (c) => {
    const { xray } = readQuery(c, graphQuery);
    const { graph } = await graphOf(c);
    const drawn = await graph.getGraphAsync(xray === undefined ? {} : { xray });
    return c.json(toWire(drawn.toJSON()));
  });
  api.get('/:assistant_id/schemas', async (c) => {
    const { graph, graph_id } = await graphOf(c);
    const { state, input, output, config } = graphSchemas(graph);
    return c.json({
      graph_id,
      input_schema: input,
      output_schema: output,
      state_schema: state,
      config_schema: config,
      context_schema: config,
    });
  });
  api.get('/:assistant_id/subgraphs', async (c) => {
    const { recurse } = readQuery(c, subgraphsQuery);
    return c.json(await subgraphs((await graphOf(c)).graph, undefined, recurse));
  });
  api.get('/:assistant_id/subgraphs/:namespace', async (c) => {
    const { recurse } = readQuery(c, subgraphsQuery);
    const namespace = c.req.param('namespace');
    return c.json(await subgraphs((await graphOf(c)).graph, namespace, recurse));
  });
  return api;
}
