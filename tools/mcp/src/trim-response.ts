type Json = Readonly<Record<string, unknown>>;

export function trimResponse(response: unknown, fields: readonly string[] | undefined): unknown {
  if (!fields) return response;
  const { data, pagination } = Object(response) as Json;
  const paths = fields.map((field) => field.split('.'));
  return { data: pick(data, paths), ...(pagination !== undefined && { pagination }) };
}

type Path = readonly string[];

function pick(value: unknown, paths: readonly Path[]): unknown {
  if (Array.isArray(value)) return value.map((each) => pick(each, paths));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).flatMap(([name, each]) => {
    const inside = paths.filter(([first]) => first === name).map(([, ...rest]) => rest);
    if (inside.length === 0) return [];
    const isWhole = inside.some((path) => path.length === 0);
    return [[name, isWhole ? each : pick(each, inside)] as const];
  });
  return Object.fromEntries(kept);
}
