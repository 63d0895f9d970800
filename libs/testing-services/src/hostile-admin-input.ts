import type { HostileService } from './hostile-operation';
import { describeHostileRoutes, type HostileRoutes, type RouteInput } from './hostile-routes';

interface HostileAdminInput<S> extends Pick<HostileRoutes<S, RouteInput<S>>, 'start' | 'routers'> {
  /** By method and path below `/admin`, such as `PATCH /endpoints/:id`. */
  readonly rows: Readonly<Record<string, RouteInput<S>>>;
  readonly others?: readonly string[];
}

export function describeHostileAdminInput<S extends HostileService>({
  start,
  routers,
  rows,
  others = [],
}: HostileAdminInput<S>): void {
  describeHostileRoutes<S, RouteInput<S>>({
    start,
    routers: routers.map(({ stack }) => ({
      stack: stack.filter(({ path, methods }) =>
        methods.every((method) => !others.map(withPrefix).includes(`${method} ${String(path)}`)),
      ),
    })),
    rows: Object.fromEntries(Object.entries(rows).map(([name, row]) => [withPrefix(name), row])),
    ask: ({ admin }, _row, { method, path, body, headers }) =>
      admin.send(method, path, body, headers),
    written: (service) => service.writtenRows(),
  });
}

const withPrefix = (name: string): string => name.replace(' ', ' /admin');
