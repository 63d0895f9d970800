import { Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { connectLive } from './connect';
import { readAgain } from './read-again';

/** A connection that comes back by itself is not worth a word. */
const WORTH_SAYING_MS = 5_000;

/** Keeps what is shown up to date, and says when that has not worked for a while. */
export function LiveUpdates() {
  const [isConnected, setConnected] = useState(false);
  const [isLost, setLost] = useState(false);
  useEffect(() => {
    const connection = connectLive({ changed: readAgain, connected: setConnected });
    return connection.close;
  }, []);
  useEffect(() => {
    if (isConnected) return setLost(false);
    const timer = window.setTimeout(() => setLost(true), WORTH_SAYING_MS);
    return () => window.clearTimeout(timer);
  }, [isConnected]);
  return (
    <Text role="status" size="xs" c="dimmed" ta="end">
      {isLost && 'Not live. Connecting…'}
    </Text>
  );
}
