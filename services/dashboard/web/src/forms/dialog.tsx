import { Modal, type ModalProps } from '@mantine/core';
import { useLayoutEffect } from 'react';

/** A dialog that is there as long as it is rendered; afterwards what opened it has the focus again. */
export function Dialog(props: Omit<ModalProps, 'opened'>) {
  useFocusReturn();
  return <Modal opened {...props} />;
}

const OPEN = '[role="dialog"]';

/** What opened the first of the dialogs that follow each other. */
let opener: Element | undefined;

/** Mantine's own returns the focus of a dialog that is closed, and not of one that is no longer rendered. */
function useFocusReturn(): void {
  useLayoutEffect(() => {
    const before = document.activeElement ?? document.body;
    if (before !== document.body && !before.closest(OPEN)) opener = before;
    // Another dialog may take its place, or the page of what was made in it.
    return () => void window.setTimeout(() => returnFocus(before));
  }, []);
}

function returnFocus(before: Element): void {
  const isOverAnother = document.querySelector(OPEN) !== null;
  if (document.activeElement !== document.body) return;
  if (isOverAnother && !before.closest(OPEN)) return;
  const known = [before, ...(isOverAnother ? [] : [opener])];
  const target =
    known.find((each) => each?.isConnected && each !== document.body) ??
    // What opened it has gone with the record that it was about.
    document.querySelector(isOverAnother ? OPEN : 'main h1');
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
}
