import { loadUntilDrained } from '../drain';
import type { Load } from '../load/load';
import { companyOf, interleave, median, rounded, type Measurement } from '../measurement';

const WORKERS = 16;

/** Stock adjusted: movements of one item wait for each other, those of many items do not. */
export const stock: Measurement = {
  name: 'stock',
  async measure(bench) {
    const { key, firstItem, stockLocation } = companyOf(bench, 'growing');
    const adjust = (items: number): Load => ({
      method: 'POST',
      port: bench.platform.gatewayPort,
      path: Array.from(
        { length: items },
        (_, index) => `/api/v1/inventory?id=${firstItem + index}&sub=adjust`,
      ),
      headers: { 'x-api-key': key },
      body: JSON.stringify({ location_id: stockLocation, quantity: 1, reason: 'Counted again' }),
      connections: WORKERS,
      until: { seconds: bench.seconds },
    });
    const [hot = [], spread = []] = await interleave(
      bench.rounds,
      [1, WORKERS].map(
        (items) => async () =>
          (await loadUntilDrained(bench, 'inventory', adjust(items))).perSecond,
      ),
    );
    const unit = 'adjustments a second';
    const rate = median(hot);
    const spreadRate = median(spread);
    return [
      {
        what: `${WORKERS} workers on one hot item`,
        unit,
        value: rate,
        detail: `${rounded((rate / spreadRate) * 100)} % of the rate on ${WORKERS} items`,
      },
      {
        what: `${WORKERS} workers on ${WORKERS} items`,
        unit,
        value: spreadRate,
        detail: 'events acknowledged, as on the hot item',
      },
    ];
  },
};
