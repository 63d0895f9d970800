import type Router from '@koa/router';
import { adminRouter, batchOf, found, privateRoute } from '@svc/http';
import type { TechniciansUseCases } from '../use-cases';
import type { SavedTechnician } from '../use-cases/save-technicians';
import { savedOf } from './inputs';
import { saveTechnicianBody } from './schemas';

/** What the operator may do beyond the API, which only reads technicians. */
export const adminRoutes = ({ saveTechnicians }: TechniciansUseCases): Router =>
  adminRouter()
    .put(
      '/technicians',
      privateRoute({ body: saveTechnicianBody }, async ({ body, caller }) => {
        const wanted = savedOf(body, caller);
        const [saved] = (await saveTechnicians(caller, [wanted])).map(presentSaved);
        return found(saved);
      }),
    )
    .put(
      '/technicians/batch',
      privateRoute({ body: batchOf(saveTechnicianBody, 'email') }, async ({ body, caller }) => {
        const wanted = body.entries.map((entry) => savedOf(entry, caller));
        return found((await saveTechnicians(caller, wanted)).map(presentSaved));
      }),
    );

const presentSaved = ({ technician, outcome }: SavedTechnician) => ({
  technician_id: technician.id,
  outcome,
});
