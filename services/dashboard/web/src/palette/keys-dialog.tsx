import { Kbd, Modal, Table } from '@mantine/core';
import { isApple } from './search-button';

const KEYS: readonly (readonly [keys: readonly string[], does: string])[] = [
  [[isApple() ? '⌘' : 'Ctrl', 'K'], 'Search, open a page or start something new'],
  [['?'], 'Show these keys'],
  [['Tab'], 'Go to the next link, button or field'],
  [['Enter'], 'Open or press it'],
  [['↑', '↓'], 'Choose from a list'],
  [['←', '↑', '→', '↓'], 'Move between jobs on the schedule'],
  [['M'], 'Reschedule the job you are on'],
  [['Esc'], 'Close a dialog or a list'],
];

const KeysDialog = ({ onClose }: { readonly onClose: () => void }) => (
  <Modal opened onClose={onClose} title="Keys">
    <Table withRowBorders={false} aria-label="Keys">
      <Table.Tbody>
        {KEYS.map(([keys, does]) => (
          <Table.Tr key={does}>
            <Table.Th scope="row" fw={400} w={110}>
              {keys.map((key) => (
                <Kbd key={key} mr={4}>
                  {key}
                </Kbd>
              ))}
            </Table.Th>
            <Table.Td>{does}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </Modal>
);

export default KeysDialog;
