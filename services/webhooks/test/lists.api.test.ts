import { HOOKS } from '@svc/contracts';
import { describeLists } from '@svc/testing-services';
import { webhooksDocumentation } from '../src/http/documentation';
import { HOST, testService } from './service';

let made = 0;

describeLists({
  contract: HOOKS,
  documentation: webhooksDocumentation,
  start: testService,
  lists: {
    listHooks: {
      key: 'id',
      order: 'newest first',
      async given({ api }, companyId) {
        made += 1;
        const { body } = await api.as({ companyId }).post<{ id: number }>(HOOKS.path, {
          target_url: `https://${HOST}/list?n=${made}`,
          event: 'job.created',
        });
        return body.id;
      },
      makeAt: ({ db }, id, at) =>
        db.query('update endpoints set created_at = $2, updated_at = $2 where id = $1', [id, at]),
      remove: ({ api }, companyId, id) =>
        api.as({ companyId }).post(`${HOOKS.path}?action=unsubscribe&id=${id}`),
    },
    pullEvents: 'on its own',
    listHookDeliveries: 'on its own',
  },
});
