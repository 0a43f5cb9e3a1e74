// The tree itself (WAI-ARIA tree): levels are fetched as they open.
import { IconChevronRight, IconGripVertical } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import {
  type ComponentPropsWithoutRef,
  type CSSProperties,
  createContext,
  type DragEvent,
  type KeyboardEvent,
  useContext,
  useRef,
  useState,
} from 'react';
import { queryOf } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { type DownlinePerson, listDownline } from '#contract/downline.ts';
import classes from './DownlinePage.module.css';
import type { Move } from './MoveEffect.tsx';
import { counted } from './userAdmin.labels.ts';

interface Tree {
  unit: number | undefined;
  /** People whose level is not as it opens by itself. */
  toggled: ReadonlySet<number>;
  /** 0 is the top. */
  focused: number;
  picked: DownlinePerson | undefined;
  over: number | undefined;
  toggle: (id: number) => void;
  focus: (id: number) => void;
  pickUp: (person: DownlinePerson | undefined) => void;
  hover: (id: number | undefined) => void;
  /** Null: the top. */
  setDown: (on: DownlinePerson | null) => void;
}

const TreeContext = createContext<Tree | null>(null);
const useTree = () => useContext(TreeContext) as Tree;

export function DownlineTree({ unit, onMove }: { unit: number | undefined; onMove: (move: Move) => void }) {
  const { company } = useMe();
  const [toggled, setToggled] = useState<ReadonlySet<number>>(new Set());
  const [focused, focus] = useState(0);
  const [picked, pickUp] = useState<DownlinePerson>();
  const [over, hover] = useState<number>();
  const root = useRef<HTMLDivElement>(null);
  const tree: Tree = {
    unit,
    toggled,
    focused,
    picked,
    over,
    toggle: (id) => setToggled((old) => old.symmetricDifference(new Set([id]))),
    focus,
    pickUp,
    hover,
    setDown: (on) => {
      pickUp(undefined);
      hover(undefined);
      if (picked && picked.id !== on?.id && picked.manager_id !== (on?.id ?? null)) onMove({ person: picked, to: on });
    },
  };

  /** Up, down, first and last, over what is on screen. */
  const onKeyDown = (event: KeyboardEvent) => {
    const items = [...(root.current?.querySelectorAll<HTMLElement>('[role=treeitem]') ?? [])];
    const at = items.indexOf(document.activeElement as HTMLElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
    if (event.key === 'Escape' && picked) {
      event.stopPropagation();
      pickUp(undefined);
    }
    if (next === undefined || at === -1) return;
    event.preventDefault();
    items[Math.min(Math.max(next, 0), items.length - 1)]?.focus();
  };

  return (
    <TreeContext value={tree}>
      <div
        ref={root}
        role="tree"
        aria-label="Downline"
        aria-describedby="downline-hint"
        className={classes.tree}
        data-moving={picked ? true : undefined}
        onKeyDown={onKeyDown}
      >
        <Item id={0} level={1} isOpen below={1} person={null} data-over={over === 0 || undefined} {...dropOn(tree, null)}>
          <span className={classes.name}>{company.name}</span>
          <span className={classes.about}>Nobody above</span>
        </Item>
        <Level parent={null} level={2} />
      </div>
      <span className="unseen" role="status">
        {picked && `${picked.name} is picked up. Arrows choose the new manager, Space sets down, Escape puts back`}
      </span>
    </TreeContext>
  );
}

interface ItemProps extends Omit<ComponentPropsWithoutRef<'div'>, 'id'> {
  id: number;
  level: number;
  isOpen: boolean;
  below: number;
  person: DownlinePerson | null;
}

const levelOf = (item: Element | null) => Number(item?.getAttribute('aria-level'));

/** A row of the tree; those below it follow it. */
function Item({ id, level, isOpen, below, person, children, ...rest }: ItemProps & Record<`data-${string}`, unknown>) {
  const tree = useTree();
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const item = event.currentTarget;
    const acts: Record<string, (() => void) | undefined> = {
      ArrowRight: () => {
        if (below > 0 && !isOpen) tree.toggle(id);
        else if (levelOf(item.nextElementSibling) > level) (item.nextElementSibling as HTMLElement).focus();
      },
      ArrowLeft: () => {
        if (isOpen && person) return tree.toggle(id);
        let above = item.previousElementSibling;
        while (above && levelOf(above) >= level) above = above.previousElementSibling;
        (above as HTMLElement | null)?.focus();
      },
      ' ': () => {
        if (!tree.picked) return person?.can.move ? tree.pickUp(person) : undefined;
        if (mayTake(tree.picked, person)) tree.setDown(person);
      },
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  return (
    <div
      {...rest}
      role="treeitem"
      aria-level={level}
      aria-expanded={below > 0 ? isOpen : undefined}
      aria-selected={tree.picked !== undefined && tree.picked.id === id}
      tabIndex={tree.focused === id ? 0 : -1}
      className={classes.row}
      style={{ '--level': level - 1 } as CSSProperties}
      onFocus={() => tree.focus(id)}
      onKeyDown={onKeyDown}
    >
      {children}
    </div>
  );
}

/** So many people at the top show at once who is directly below them: each asks the server. */
const maxOpened = 20;

interface LevelProps {
  parent: DownlinePerson | null;
  level: number;
}

/** The people directly below one, a page at a time. */
function Level(props: LevelProps) {
  const [pages, setPages] = useState([1]);
  return pages.map((page) => (
    <LevelPage key={page} {...props} page={page} onMore={() => setPages([...pages, page + 1])} isLast={page === pages.length} />
  ));
}

interface LevelPageProps extends LevelProps {
  page: number;
  isLast: boolean;
  onMore: () => void;
}

function LevelPage({ parent, level, page, isLast, onMore }: LevelPageProps) {
  const { unit } = useTree();
  const where = parent ? { parent_id: parent.id } : unit === undefined ? {} : { business_unit_id: unit };
  const query = useQuery(queryOf(listDownline, { query: { ...where, page } }));
  const more = { role: 'treeitem', 'aria-level': level, tabIndex: -1, style: { '--level': level - 1 } as CSSProperties };
  if (!query.data)
    return (
      <div {...more} className={`${classes.row} ${classes.about}`}>
        {query.isPending ? 'Loading' : 'These people could not be loaded. Load the page again.'}
      </div>
    );
  const opensItself = parent === null && query.data.data.filter(({ below }) => below > 0).length <= maxOpened;
  return (
    <>
      {query.data.data.map((person) => (
        <PersonItem key={person.id} person={person} level={level} opensItself={opensItself} />
      ))}
      {isLast && page < query.data.meta.total_pages && (
        <div
          {...more}
          role="treeitem"
          tabIndex={-1}
          className={`${classes.row} ${classes.more}`}
          onClick={onMore}
          onKeyDown={(event) => [' ', 'Enter'].includes(event.key) && onMore()}
        >
          Show more
        </div>
      )}
    </>
  );
}

function PersonItem({ person, level, opensItself }: { person: DownlinePerson; level: number; opensItself: boolean }) {
  const tree = useTree();
  const { id, name, role_name, title, business_unit, below, can } = person;
  const isOpen = below > 0 && tree.toggled.has(id) !== opensItself;
  const about = [role_name, title, business_unit.name, below > 0 && `${counted(below, 'person', 'people')} below`].filter(
    Boolean,
  );
  return (
    <>
      <Item
        id={id}
        level={level}
        isOpen={isOpen}
        below={below}
        person={person}
        data-over={(tree.over === id && tree.picked?.id !== id) || undefined}
        data-moving={tree.picked?.id === id || undefined}
        draggable={can.move}
        {...dragOf(tree, person)}
        {...dropOn(tree, person)}
      >
        <button
          type="button"
          tabIndex={-1}
          aria-hidden
          className={classes.twist}
          data-open={isOpen || undefined}
          disabled={below === 0}
          onClick={(event) => {
            event.stopPropagation();
            tree.toggle(id);
          }}
        >
          {below > 0 && <IconChevronRight size="1rem" />}
        </button>
        {can.move && (
          <button
            type="button"
            tabIndex={-1}
            aria-hidden
            className={classes.grip}
            onClick={(event) => {
              event.stopPropagation();
              tree.pickUp(tree.picked ? undefined : person);
            }}
          >
            <IconGripVertical size="1rem" />
          </button>
        )}
        <span className={classes.name}>{name}</span>
        <span className={classes.about}>{about.join(' · ')}</span>
      </Item>
      {isOpen && <Level parent={person} level={level + 1} />}
    </>
  );
}

/** Null is the top, which takes everybody. */
const mayTake = (picked: DownlinePerson, on: DownlinePerson | null) => on === null || (on.can.manage && on.id !== picked.id);

const dragOf = (tree: Tree, person: DownlinePerson) => ({
  onDragStart: (event: DragEvent) => {
    event.dataTransfer.effectAllowed = 'move';
    event.dataTransfer.setData('text/plain', person.name);
    tree.pickUp(person);
  },
  onDragEnd: () => {
    tree.pickUp(undefined);
    tree.hover(undefined);
  },
});

const dropOn = (tree: Tree, on: DownlinePerson | null) => ({
  onDragOver: (event: DragEvent) => {
    if (!tree.picked || !mayTake(tree.picked, on)) return;
    event.preventDefault();
    tree.hover(on?.id ?? 0);
  },
  onDragLeave: () => tree.hover(undefined),
  onDrop: (event: DragEvent) => {
    event.preventDefault();
    tree.setDown(on);
  },
  onClick: () => {
    if (tree.picked && mayTake(tree.picked, on)) tree.setDown(on);
  },
});
