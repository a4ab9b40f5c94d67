// The vocabulary of the schema: each field states its type, its default and one sentence for the reference page.
// The functional build of zod, because a start pays for every schema object it makes.

import * as z from "zod/mini";

export interface Bounds {
  readonly min?: number;
  readonly max?: number;
}

/** Attaches the sentence that the reference page shows. */
export function about<T extends z.core.$ZodType>(schema: T, description: string): T {
  z.globalRegistry.add(schema, { description });
  return schema;
}

export const flag = (value: boolean, description: string) => about(z._default(z.boolean(), value), description);

export const text = (value: string, description: string) => about(z._default(z.string(), value), description);

/** Text that must be there and not be empty. */
export const required = (description: string) => about(z.string().check(z.minLength(1)), description);

export const whole = (value: number, description: string, bounds: Bounds = {}) =>
  about(z._default(wholeNumber(bounds), value), description);

export const amount = (value: number, description: string, bounds: Bounds = {}) =>
  about(z._default(anyNumber(bounds), value), description);

/** Absent means "no limit" or "decided elsewhere"; null in the file says the same. */
export const maybeWhole = (description: string, bounds: Bounds = {}) =>
  about(z._default(z.nullable(wholeNumber(bounds)), null), description);

export const maybeAmount = (description: string) => about(z._default(z.nullable(anyNumber({})), null), description);

export const choice = <const T extends readonly [string, ...string[]]>(
  options: T,
  value: T[number],
  description: string,
) =>
  about(z._default(z.enum(options), value as never), description) as z.ZodMiniDefault<
    z.ZodMiniEnum<{ [Option in T[number]]: Option }>
  >;

export const texts = (value: readonly string[], description: string) =>
  about(
    z._default(z.array(z.string()), () => [...value]),
    description,
  );

export const list = <T extends z.core.$ZodType>(item: T, description: string) =>
  about(
    z._default(z.array(item), () => []),
    description,
  );

export const table = <T extends z.core.$ZodType>(value: T, description: string) =>
  about(
    z._default(z.record(z.string(), value), () => ({})),
    description,
  );

/** Free-form JSON passed on as it is. */
export const freeForm = (description: string) => table(z.unknown(), description);

/** A map with named keys; an absent one is all defaults. */
export const group = <T extends z.core.$ZodShape>(shape: T, description: string) =>
  about(
    z.prefault(z.object(shape), () => ({}) as never),
    description,
  );

export const wholeNumber = (bounds: Bounds) => z.number().check(z.int(), ...limits(bounds));

const anyNumber = (bounds: Bounds) => z.number().check(...limits(bounds));

const limits = ({ min = 0, max }: Bounds) => (max === undefined ? [z.minimum(min)] : [z.minimum(min), z.maximum(max)]);
