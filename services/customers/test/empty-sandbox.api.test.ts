import { describeEmptySandbox } from '@svc/testing-services';
import { testService } from './service';

describeEmptySandbox({
  start: testService,
  async given(service, companyId) {
    const customer = await service.givenCustomer({}, companyId);
    await service.givenLocation(customer, {}, companyId);
  },
});
