/** Makes the value of each key the first time that it is asked for, and answers the same from then on. */
export function oncePer<Key, Value>(): (key: Key, make: () => Value) => Value {
  const made = new Map<Key, { readonly value: Value }>();
  return (key, make) => {
    const known = made.get(key);
    if (known) return known.value;
    const value = make();
    made.set(key, { value });
    return value;
  };
}
