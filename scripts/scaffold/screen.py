"""Creates a screen: page with test, address, route, menu entry, and its entry in the list of page views."""

import json
from pathlib import Path

from scaffold.changes import Changes
from scaffold.names import Name
from stack.paths import ROOT
from stack.progress import Stop


def areas(root: Path = ROOT) -> list[str]:
    return sorted(path.name for path in (root / "web/src").iterdir() if path.is_dir())


def screen(area: str, name: Name, root: Path = ROOT) -> Changes:
    if area not in areas(root):
        raise Stop(f"There is no area {area}. The areas are {', '.join(areas(root))}")
    address = f"/{area}/{name.kebab}"
    values = {"name": name.camel, "pascal": name.pascal, "title": name.sentence, "area": area, "address": address}
    changes = Changes(values, root)
    changes.create(f"web/src/{area}/{name.pascal}Page.tsx", "Page.tsx.txt")
    changes.create(f"web/src/{area}/{name.pascal}Page.test.tsx", "Page.test.tsx.txt")
    changes.insert_before("web/src/lib/paths.ts", "} as const;", f'  {name.camel}: "{address}",\n')
    route = f'            screen(paths.{name.camel}, () => import("../{area}/{name.pascal}Page")),\n'
    changes.insert_before("web/src/app/routes.tsx", '            { path: "*"', route)
    entry = (
        f'  {{ label: "{name.sentence}", icon: "apps", '
        f'entries: [{{ label: "{name.sentence}", to: paths.{name.camel} }}] }},\n'
    )
    changes.insert_before("web/src/app/navigation/entries.ts", "];\n", entry, after="export const NAVIGATION")
    changes.insert_before("web/src/help/screens/general.ts", "  ],\n};\n", _help(name), after="export const GENERAL")
    screens = "functions/analytics/screens.json"
    changes.write(screens, json.dumps(sorted([*json.loads(changes.read(screens)), address]), indent=2) + "\n")
    return changes


def _help(name: Name) -> str:
    """The help entry of a screen, whose texts are missing."""
    return f"""    {{
      path: paths.{name.camel},
      title: "{name.sentence}",
      purpose: "",
      problems: [],
      operations: [],
      data: {{ source: "", age: "" }},
    }},
"""
