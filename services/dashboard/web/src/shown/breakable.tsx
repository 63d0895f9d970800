import { Fragment } from 'react';

/** Behind each sign, or row of signs, by which addresses and codes are divided. */
const BREAKS = /(?<=[@/:._?&=-])(?![@/:._?&=-])/;

/** An address or a code, which goes on in the next line behind one of its signs where it has too little room. */
export const Breakable = ({ text }: { readonly text: string }) =>
  text.split(BREAKS).map((piece, at) => (
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {piece}
    </Fragment>
  ));
