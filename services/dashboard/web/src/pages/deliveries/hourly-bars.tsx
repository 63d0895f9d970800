import type { DeliveredHourResponse } from '../../../../contract/responses';
import { BarChart, type Series } from '../../charts/bar-chart';
import { useTimes } from '../../shown/times';

const SERIES: readonly Series[] = [
  { name: 'Succeeded', tone: 'good' },
  { name: 'Failed', tone: 'bad' },
  { name: 'Waiting', tone: 'waiting' },
];

interface HourlyBarsProps {
  readonly hours: readonly DeliveredHourResponse[];
  readonly height: number;
}

export function HourlyBars({ hours, height }: HourlyBarsProps) {
  const { moment, hour } = useTimes();
  return (
    <BarChart
      name="Deliveries by hour"
      barName="Hour from"
      series={SERIES}
      none="No deliveries in the last 24 hours"
      height={height}
      bars={hours.map(({ from, succeeded, failed, waiting }) => ({
        name: moment(from),
        shortName: hour(Date.parse(from)),
        values: [succeeded, failed, waiting],
      }))}
    />
  );
}
