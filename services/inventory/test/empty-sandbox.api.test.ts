import { describeEmptySandbox } from '@svc/testing-services';
import { testService } from './service';

describeEmptySandbox({
  start: testService,
  async given(service, companyId) {
    const location = await service.givenLocation({}, companyId);
    await service.givenSupplier('Parts Co', companyId);
    await service.givenItem({ stock: [{ location_id: location, quantity: 5 }] }, companyId);
  },
});
