import { Modal, type ModalProps } from '@mantine/core';
import { useLayoutEffect } from 'react';

export function Dialog(props: Omit<ModalProps, 'opened'>) {
  useFocusReturn();
  return <Modal opened {...props} />;
}

export const OPEN_DIALOG = '[role="dialog"]';

/** The element that opened the first of several consecutive dialogs. */
let opener: Element | undefined;

/** Mantine returns the focus only when a dialog closes, not when it unmounts. */
export function useFocusReturn(): void {
  useLayoutEffect(() => {
    const before = document.activeElement ?? document.body;
    if (before !== document.body && !before.closest(OPEN_DIALOG)) opener = before;
    // Waits, because another dialog or page may take its place.
    return () => void window.setTimeout(() => returnFocus(before));
  }, []);
}

function returnFocus(before: Element): void {
  const isOverAnother = document.querySelector(OPEN_DIALOG) !== null;
  if (document.activeElement !== document.body) return;
  if (isOverAnother && !before.closest(OPEN_DIALOG)) return;
  const known = [before, ...(isOverAnother ? [] : [opener])];
  const target =
    known.find((each) => each?.isConnected && each !== document.body) ??
    // The opener may be gone together with its record.
    document.querySelector(isOverAnother ? OPEN_DIALOG : 'main h1');
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
}
