"""Tests of publishing, and of security settings in the templates that a local stack does not enforce."""

import re
import tempfile
import unittest
from pathlib import Path

from stack import deploy
from stack.paths import ROOT


class Publishing(unittest.TestCase):
    def test_publishes_pages_last_and_neither_source_maps_nor_the_manifest(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            for name in ("index.html", "assets/app.js", "assets/app.js.map", "assets/app.css", ".vite/manifest.json"):
                file = Path(folder, name)
                file.parent.mkdir(exist_ok=True)
                file.write_text("")
            names = [name for name, _ in deploy._files_in_publishing_order(Path(folder))]
        self.assertEqual(names, ["assets/app.css", "assets/app.js", "index.html"])


class SecuritySettings(unittest.TestCase):
    def read(self, name: str) -> str:
        return Path(ROOT, name).read_text()

    def test_the_content_security_policy_lists_specific_sources(self) -> None:
        policy = self.read("infra/hosting.yaml").split("ContentSecurityPolicy: !Join")[1].split("Distribution:")[0]
        for directive in ("default-src 'self'", "script-src 'self'", "object-src 'none'", "frame-ancestors 'none'"):
            self.assertIn(f"- {directive}\n", policy)
        self.assertEqual(re.findall(r"https:(?!//)|wss:(?!//)|(?<=[ '])\*(?=[ '\n])", policy), [])

    def test_a_custom_domain_requires_tls_1_2(self) -> None:
        self.assertIn("MinimumProtocolVersion: TLSv1.2_2021", self.read("infra/hosting.yaml"))

    def test_rest_and_uploads_accept_only_the_web_apps_origin(self) -> None:
        rest = self.read("infra/rest.yaml")
        self.assertNotIn("'*'", rest)
        allowed = rest.count("""AllowOrigin: !Sub "'${WebOrigin}'\"""") + rest.count("""Allow-Origin: !Sub "'${WebOrigin}'\"""")
        self.assertEqual(allowed, 4)
        self.assertIn("AllowedOrigins: [!Ref WebOrigin]", self.read("infra/data.yaml"))
        origin = 'WebOrigin: !If [IsHosted, !GetAtt Hosting.Outputs.Url, "*"]'
        self.assertEqual(self.read("template.yaml").count(origin), 2)

    def test_rest_rejects_tokens_of_other_clients(self) -> None:
        self.assertIn("Identity: {ValidationExpression: !Ref UserPoolClientId}", self.read("infra/rest.yaml"))

    def test_graphql_rejects_tokens_of_other_clients_and_hides_the_schema_in_production(self) -> None:
        graphql = self.read("infra/graphql.yaml")
        self.assertIn("AppIdClientRegex: !Ref UserPoolClientId", graphql)
        self.assertIn("IntrospectionConfig: !If [IsProduction, DISABLED, ENABLED]", graphql)
        self.assertRegex(graphql, r"QueryDepthLimit: \d+")
        self.assertRegex(graphql, r"ResolverCountLimit: \d+")


if __name__ == "__main__":
    unittest.main()
