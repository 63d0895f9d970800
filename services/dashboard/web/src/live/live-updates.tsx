import { Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { connectLive } from './connect';
import { reloadAffected } from './reload-affected';

const SHOWN_AFTER_MS = 5_000;

export function LiveUpdates() {
  const [isLost, setLost] = useState(false);
  useEffect(() => {
    let timer: number | undefined;
    const connected = (isConnected: boolean): void => {
      if (isConnected) {
        window.clearTimeout(timer);
        timer = undefined;
        setLost(false);
      } else {
        timer ??= window.setTimeout(() => setLost(true), SHOWN_AFTER_MS);
      }
    };
    connected(false);
    const { close } = connectLive({ changed: reloadAffected, connected });
    return () => {
      window.clearTimeout(timer);
      close();
    };
  }, []);
  return (
    <Text role="status" size="xs" c="dimmed" ta="end">
      {isLost && 'Reconnecting…'}
    </Text>
  );
}
