/**
 * Every value that an update of the state gives to a channel. The Agent Server API takes an update as
 * an object of values by channel, or as a list of objects or of [channel, value] pairs.
 */
export function updatedValues(update: unknown, channel: string): unknown[] {
  if (Array.isArray(update))
    return update.flatMap((part: unknown) => {
      if (!Array.isArray(part)) return updatedValues(part, channel);
      return part[0] === channel ? [part[1] as unknown] : [];
    });
  if (typeof update !== 'object' || update === null || !Object.hasOwn(update, channel)) return [];
  return [Reflect.get(update, channel)];
}
