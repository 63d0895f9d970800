import { createSmallPage } from './small-page';
import type { GatewayResponse } from './response';
import type { Exchange } from './exchange';

export const createUnavailablePage = ({ id }: Pick<Exchange, 'id'>): GatewayResponse =>
  createSmallPage({
    status: 500,
    title: 'The dashboard is not available',
    text: `<p>Something went wrong on our side. <a href="">Try again</a> in a moment.</p>
<p>Request ${id}</p>`,
  });
