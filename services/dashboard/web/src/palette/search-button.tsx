import { ActionIcon, Kbd, UnstyledButton } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { lazy, Suspense, useState } from 'react';
import { showFailure } from '../shown/messages';
import { SearchIcon } from '../shell/icons';
import classes from './search-button.module.css';

const loadPalette = () => import('./palette');
const loadKeysDialog = () => import('./keys-dialog');

const Palette = lazy(loadPalette);
const KeysDialog = lazy(loadKeysDialog);

const IN_FIELDS_TOO: string[] = [];

export const isApple = (): boolean => /Mac|iP/.test(navigator.platform);

/** Loads what it opens when it is first used. */
export function SearchButton() {
  const [isLoaded, setLoaded] = useState(false);
  const [areKeysShown, setKeysShown] = useState(false);
  const open = (): void =>
    void loadPalette().then(({ openPalette }) => {
      setLoaded(true);
      openPalette();
    }, showFailure('Could not open the search.'));
  useHotkeys([['mod+K', open]], IN_FIELDS_TOO);
  useHotkeys([['shift+?', () => setKeysShown(true)]]);
  return (
    <>
      <UnstyledButton className={classes['field']} visibleFrom="sm" onClick={open}>
        <SearchIcon />
        Search
        <Kbd size="xs" ml="auto" aria-hidden>
          {isApple() ? '⌘' : 'Ctrl'} K
        </Kbd>
      </UnstyledButton>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        hiddenFrom="sm"
        aria-label="Search"
        onClick={open}
      >
        <SearchIcon />
      </ActionIcon>
      <Suspense>
        {isLoaded && <Palette />}
        {areKeysShown && <KeysDialog onClose={() => setKeysShown(false)} />}
      </Suspense>
    </>
  );
}
