import { createTechnician, editTechnician } from './write-technician';
import type { Dependencies } from './dependencies';
import { listScheduledTechnicians } from './list-scheduled-technicians';
import { saveTechnicians } from './save-technicians';

export const createTechniciansUseCases = (dependencies: Dependencies) => ({
  listTechnicians: dependencies.technicians.list,
  listTechnicianChanges: dependencies.technicians.listChanges,
  listTechniciansByName: dependencies.technicians.listByName,
  getTechnician: dependencies.technicians.find,
  getTechnicians: dependencies.technicians.findSome,
  saveTechnicians: saveTechnicians(dependencies),
  listScheduledTechnicians: listScheduledTechnicians(dependencies),
  listSkillNames: dependencies.technicians.skillNames,
  createTechnician: createTechnician(dependencies),
  editTechnician: editTechnician(dependencies),
});

export type TechniciansUseCases = ReturnType<typeof createTechniciansUseCases>;
