export function createCachePerKey<Key, Value>(): (key: Key, make: () => Value) => Value {
  const made = new Map<Key, { readonly value: Value }>();
  return (key, make) => {
    const known = made.get(key);
    if (known) return known.value;
    const value = make();
    made.set(key, { value });
    return value;
  };
}
