/** Exported names that several projects may declare, with the reason. */
export const SHARED_EXPORTS = {
  Dependencies: 'argument of the use cases of each context',
  List: 'public name of the SDK',
  Page: 'public name of the SDK, and the component of each page of the dashboard',
  Transact: 'function that runs a transaction, in each context',
  UnitOfWork: 'repositories of one transaction, in each context',
  adminRoutes: 'routes for the operator and the dashboard, in each context',
  migrations: 'list of migrations, in each context',
};
